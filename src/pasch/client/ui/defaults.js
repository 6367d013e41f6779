// Defaults of fields, and limits. Written from the Python by `python -m tests.client.typedefs`.

/** @type {Pick<scene.Area, "columns" | "seat">} */
export const AREA = { columns: 0, seat: null };

/** @type {Pick<scene.Cell, "label" | "group" | "icon" | "colour" | "note" | "look" | "badge" | "lines" | "slots" | "corner">} */
export const CELL = { label: "", group: "", icon: "", colour: "", note: "", look: "", badge: "", lines: [], slots: [], corner: "" };

/** @type {Pick<scene.Choice, "at" | "by" | "label" | "small" | "badge" | "lights" | "ghosts" | "asks" | "quiet">} */
export const CHOICE = { at: "", by: "", label: "", small: "", badge: "", lights: [], ghosts: [], asks: false, quiet: false };

/** @type {Pick<scene.Piece, "icon" | "text" | "colour" | "pips" | "faint" | "look" | "slot">} */
export const PIECE = { icon: "", text: "", colour: "", pips: 0, faint: false, look: "", slot: null };

/** @type {Pick<scene.Progress, "done" | "of">} */
export const PROGRESS = { done: 0, of: 0 };

/** @type {Pick<scene.Scene, "choices" | "remarks" | "goal" | "progress">} */
export const SCENE = { choices: [], remarks: [], goal: "", progress: {"text": "", "done": 0, "of": 0} };

/** @type {Pick<scene.SeatLine, "to_move" | "share" | "count" | "colour">} */
export const SEAT_LINE = { to_move: false, share: 0.0, count: "", colour: "" };

/** @type {Pick<scene.Told, "kind" | "seat" | "icon" | "pieces" | "mood" | "to">} */
export const TOLD = { kind: "", seat: null, icon: "", pieces: [], mood: "", to: null };

/** @type {Pick<state.Settings, "starter" | "dice" | "deal" | "listed" | "clock" | "coach">} */
export const SETTINGS = { starter: null, dice: "sealed", deal: "", listed: false, clock: 0, coach: true };

export const SIGNS = ["👍", "🙂", "😮", "🏆", "💩", "⏳"];
export const LONGEST_NAME = 30;
export const RESULTS_ON_A_PAGE = 100;
export const UNKNOWN_TABLE = 4404;
