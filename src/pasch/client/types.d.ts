// What the server sends. Written from its Python by `python -m tests.client.typedefs`.

declare module "*/art/pictures.js" {
  export const PICTURES: ReadonlyMap<string, string>;
}

declare namespace encoding {
  interface Hint {
    event: number;
    advice: findings.Advice;
  }

  interface Chances {
    event: number;
    exact: boolean;
    shares: Array<number>;
    errors: Array<number>;
  }

  interface QueuePlace {
    before: number;
  }
}

declare namespace ending {
  interface Place {
    seat: number;
    rank: number;
    share: number;
    result: string;
    facts: string;
    part: number;
    pieces: Array<scene.Piece>;
  }

  interface Rung {
    name: string;
    takes: string;
    is_reached: boolean;
  }

  interface Ending {
    prompt: string;
    places: Array<ending.Place>;
    ladder: Array<ending.Rung>;
  }
}

declare namespace errors {
  interface Problem {
    reason: string;
    code: string;
    clause?: string;
  }
}

declare namespace findings {
  interface RatedChoice {
    action: number;
    text: string;
    value: number;
    error: number;
    called: string;
  }

  interface Reason {
    text: string;
    lights: Array<string>;
  }

  interface Advice {
    seat: number;
    exact: boolean;
    choices: Array<findings.RatedChoice>;
    chances: Array<number>;
    errors: Array<number>;
    why: findings.Reason | null;
  }

  interface Decision {
    event: number;
    turn: number;
    seat: number;
    chosen: findings.RatedChoice;
    best: findings.RatedChoice;
    loss: number;
    error: number;
    judged: "fine" | "inaccuracy" | "error" | "blunder";
    effect: Array<number>;
    why: findings.Reason | null;
  }

  interface Roll {
    event: number;
    first: number;
    turn: number;
    seat: number;
    text: string;
    luck: Array<number>;
    errors: Array<number>;
  }

  interface Account {
    name: string;
    start: number;
    luck: number;
    luck_error: number;
    own: number;
    others: number;
    result: number;
    costliest: Array<number>;
    luckiest: number | null;
    unluckiest: number | null;
    decisions: number;
    classes: Record<"fine" | "inaccuracy" | "error" | "blunder", number>;
    tip: string;
  }

  interface Review {
    game: string;
    title: string;
    exact: boolean;
    together: boolean;
    chances: Array<Array<number>>;
    decisions: Array<findings.Decision>;
    rolls: Array<findings.Roll>;
    accounts: Array<findings.Account>;
  }
}

declare namespace games {
  interface OptionFacts {
    name: string;
    meaning: string;
    default: unknown;
    kind: "yes-no" | "number" | "text" | "file";
    between: [number, number] | null;
    choices: Array<string>;
  }

  interface BotFacts {
    key: string;
    name: string;
    words: string;
  }

  interface LessonFacts {
    name: string;
    title: string;
    minutes: number;
  }

  interface GameFacts {
    key: string;
    title: string;
    icon: string;
    scenery: Array<string>;
    author: string;
    year: number;
    summary: string;
    minutes: number;
    age: number;
    thinking: string;
    seats: [number, number];
    table: Array<string>;
    together: boolean;
    options: Array<games.OptionFacts>;
    bots: Array<games.BotFacts>;
    secrets: boolean;
    board: string;
    lessons: Array<games.LessonFacts>;
  }

  interface RulesText {
    html: string;
  }
}

declare namespace messages {
  interface SeatInfo {
    kind: "open" | "person" | "bot";
    name: string;
    bot: string;
    here: boolean;
    away: boolean;
  }

  interface ProgressInfo {
    done: number;
    of: number;
    before: number;
  }

  interface OriginInfo {
    table: string;
    events: number;
  }

  interface TableInfo {
    id: string;
    game: string;
    title: string;
    icon: string;
    together: boolean;
    grades: number;
    phase: "gathering" | "playing" | "over";
    paused: number | null;
    settings: state.Settings;
    commitment: string;
    hides: boolean;
    salts: Array<string>;
    seals: Array<string>;
    closed: boolean;
    seed: string | null;
    seats: Array<messages.SeatInfo>;
    watchers: number;
    progress: messages.ProgressInfo | null;
    rematch: string | null;
    start: number | null;
    log: boolean;
    origin: messages.OriginInfo | null;
  }

  interface ViewerSeats {
    seats: Array<number>;
    undo: boolean;
    taps: Array<scene.Choice>;
  }

  interface Snapshot {
    event: number;
    kind: "sync" | "chance" | "choice" | "undo";
    seat: number | null;
    scene: scene.Scene;
    told: Array<scene.Told>;
    left: number | null;
    over: boolean;
    returns: Array<number> | null;
  }

  interface Ack {
    id: number;
    hash: string;
  }

  interface Refusal {
    id: number;
    reason: string;
    clause: string;
    code: string;
  }

  interface WhyNot {
    reason: string;
    clause: string;
  }

  interface Help {
    text: string;
  }

  interface Sign {
    seat: number;
    sign: string;
    at: string;
  }

  interface Delta {
    event: number;
    kind: "sync" | "chance" | "choice" | "undo";
    told: Array<scene.Told>;
    seat?: number;
    untold?: number;
    prompt?: string;
    order?: Array<string>;
    areas?: Array<scene.Area>;
    titles?: Record<string, string>;
    cells?: Array<scene.Cell>;
    gone?: Array<string>;
    pieces?: Array<Partial<scene.Piece>>;
    seats?: Record<number, Partial<scene.SeatLine>>;
    choices?: Array<scene.Choice>;
    remarks?: Array<string>;
    goal?: string;
    progress?: scene.Progress;
    left?: number;
    returns?: Array<number>;
  }

  interface DealResult {
    table: string;
    game: string;
    title: string;
    seats: number;
    options: Record<string, unknown>;
    names: Array<string>;
    returns: Array<number>;
    lines: Array<string>;
    finished: number;
  }

  interface StepShown {
    title: string;
    text: string;
    do: string;
    spots: Array<string>;
    choice: number | null;
    wrong: string;
    others: Record<number, string>;
    why: Record<string, messages.WhyNot>;
    frames: Array<messages.Delta>;
  }

  interface LessonShown {
    title: string;
    table: messages.TableInfo;
    first: messages.Snapshot;
    steps: Array<messages.StepShown>;
  }

  type Message =
    | { t: "table"; v: number; d: messages.TableInfo }
    | { t: "own"; v: number; d: messages.ViewerSeats }
    | { t: "moment"; v: number; d: messages.Snapshot }
    | { t: "hint"; v: number; d: encoding.Hint }
    | { t: "chances"; v: number; d: encoding.Chances }
    | { t: "waits"; v: number; d: encoding.QueuePlace }
    | { t: "ack"; v: number; d: messages.Ack }
    | { t: "refused"; v: number; d: messages.Refusal }
    | { t: "why"; v: number; d: messages.WhyNot }
    | { t: "help"; v: number; d: messages.Help }
    | { t: "sign"; v: number; d: messages.Sign }
    | { t: "frames"; v: number; d: Array<messages.Delta> };
}

declare namespace scene {
  interface Piece {
    key: string;
    kind: "die" | "card" | "figure" | "chip";
    cell: string;
    icon: string;
    text: string;
    colour: "" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "brown" | "grey";
    pips: number;
    faint: boolean;
    look: string;
    slot: number | null;
  }

  interface Choice {
    action: number;
    text: string;
    at: string;
    by: string;
    label: string;
    small: string;
    badge: string;
    lights: Array<string>;
    ghosts: Array<scene.Piece>;
    asks: boolean;
    quiet: boolean;
  }

  interface Cell {
    key: string;
    label: string;
    group: string;
    icon: string;
    colour: "" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "brown" | "grey";
    note: string;
    look: string;
    badge: string;
    lines: Array<string>;
    slots: Array<string>;
    corner: string;
  }

  interface Area {
    key: string;
    layout: "ring" | "row" | "grid" | "track" | "list";
    title: string;
    cells: Array<scene.Cell>;
    columns: number;
    seat: number | null;
  }

  interface SeatLine {
    name: string;
    icon: string;
    text: string;
    to_move: boolean;
    share: number;
    count: string;
    colour: "" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "brown" | "grey";
  }

  interface Progress {
    text: string;
    done: number;
    of: number;
  }

  interface Scene {
    prompt: string;
    areas: Array<scene.Area>;
    pieces: Array<scene.Piece>;
    seats: Array<scene.SeatLine>;
    choices: Array<scene.Choice>;
    remarks: Array<string>;
    goal: string;
    progress: scene.Progress;
  }

  interface Told {
    text: string;
    kind: string;
    seat: number | null;
    icon: string;
    pieces: Array<string>;
    mood: "" | "good" | "bad";
    to: number | null;
  }
}

declare namespace state {
  interface Settings {
    game: string;
    seats: number;
    options: Record<string, unknown>;
    starter: number | null;
    dice: "sealed" | "real";
    deal: string;
    listed: boolean;
    clock: number;
    coach: boolean;
  }
}

declare namespace tables {
  interface TableLine {
    id: string;
    game: string;
    title: string;
    icon: string;
    names: Array<string>;
    open: number;
    seats: number;
  }

  interface NewTable {
    id: string;
    commitment: string;
  }

  interface Seated {
    seat: number;
    token: string;
    version: number;
    hash: string;
  }

  interface PlayedOn {
    id: string;
    kept: Array<string>;
  }

  interface Link {
    link: string;
  }
}

declare namespace tally {
  interface Face {
    text: string;
    rolled: number;
    expected: number;
  }

  interface Group {
    label: string;
    outcomes: number;
    rolls: number;
    faces: Array<tally.Face>;
    p: number | null;
  }
}
