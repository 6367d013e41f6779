"""One script for all pages and one style sheet for each kind of page, made from the client.

Each file less is one request less to wait for.

A module is named by its path in the client's folder, such as "board/layout". Modules stay as they
were written, each in a scope of its own that runs when it is first needed.
"""

import posixpath
import re
from functools import cache
from pathlib import Path

from pasch.server import STATIC
from pasch.server.http.art import pictures_script

SCRIPT = "pages/pasch.js"
PICTURES = "art/pictures"
IMPORTED = re.compile(r'^import \{([^}]*)\} from "(\.[\w./-]+)\.js";$', re.MULTILINE)
EXPORTED = re.compile(r"^export ((?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
STYLE = re.compile(r' *<link rel="stylesheet" href="/static/css/([^"]+)">\n')
NEEDS = """\
const modules = {};
const run = {};
const use = (name) => (run[name] ??= modules[name]());
"""
BEGINS = "use(`pages/${document.body.dataset.page}`);\n"


@cache
def script() -> str:
    sources = {name: path.read_text("utf-8") for name, path in modules().items()}
    sources[PICTURES] = pictures_script()
    return "\n".join([NEEDS, *(scope(name, source) for name, source in sources.items()), BEGINS])


def modules() -> dict[str, Path]:
    """Return every module of the client by its name."""
    paths = sorted(STATIC.glob("*/*.js"))
    return {path.relative_to(STATIC).with_suffix("").as_posix(): path for path in paths}


def scope(name: str, source: str) -> str:
    """Return a module as a function that gives what the module exports."""
    folder = posixpath.dirname(name)

    def as_use(found: "re.Match[str]") -> str:
        names = found[1].replace(" as ", ": ")
        return f'const {{{names}}} = use("{posixpath.normpath(f"{folder}/{found[2]}")}");'

    exported = ", ".join(name for _, name in EXPORTED.findall(source))
    body = EXPORTED.sub(r"\1", IMPORTED.sub(as_use, source))
    return f'modules["{name}"] = () => {{\n{body}\nreturn {{ {exported} }};\n}};\n'


@cache
def style(page: str) -> str:
    """Return all style sheets that an HTML file of the client names, in their order."""
    names = STYLE.findall((STATIC / f"{page}.html").read_text("utf-8"))
    return "\n".join((STATIC / "css" / name).read_text("utf-8") for name in names)


def bundled_page(page: str) -> str:
    """Return an HTML file of the client, with one script and one style sheet."""
    text = (STATIC / f"{page}.html").read_text("utf-8")
    first, *others = STYLE.finditer(text)
    for found in reversed(others):
        text = text[: found.start()] + text[found.end() :]
    one = first[0].replace(f"css/{first[1]}", f"pages/{page}.css")
    return text.replace(first[0], one).replace("pages/{page}.js", SCRIPT)
