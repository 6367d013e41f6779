// Everything this page says: words one sees, and those for a pointer or a screen reader.
() => {
  const spoken = ["title", "aria-label", "placeholder", "alt"];
  const seen = (/** @type {Element} */ element) =>
    element.checkVisibility() ? [...element.childNodes].filter((node) => node instanceof Text) : [];
  return [...document.querySelectorAll("body *")]
    .flatMap((element) => [
      ...seen(element).map(({ data }) => data),
      ...spoken.map((name) => element.getAttribute(name)),
    ])
    .map((text) => text?.trim())
    .filter(Boolean);
}
