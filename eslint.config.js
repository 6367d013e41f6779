// What ESLint holds against the client's JavaScript; TypeScript checks its types.

import js from "@eslint/js";
import globals from "globals";

// The folders of the client, from the bottom up: a file imports from its own folder and from those below.
const FLOORS = ["ui", "device", "connection", "board", "coach", "table", "after", "lesson", "pages"];

const above = (floor) => ({
  files: [`src/pasch/client/${floor}/*.js`],
  rules: {
    "no-restricted-imports": ["error", {
      patterns: [{
        regex: `^\\.\\./(${FLOORS.slice(FLOORS.indexOf(floor) + 1).join("|")})/`,
        message: `Imports run downwards: ${FLOORS.join(" < ")}.`,
      }],
    }],
  },
});

export default [
  { ignores: [".venv*/", "tests/client/axe.min.js", "bench/boardgame/node_modules/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      eqeqeq: "error",
      "no-duplicate-imports": "error",
      "no-param-reassign": "error",
      "no-return-assign": ["error", "except-parens"],
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "prefer-const": "error",
      "prefer-promise-reject-errors": "error",
      "require-await": "error",
    },
  },
  { files: ["src/pasch/client/**"], rules: { "max-lines": ["error", 450] } },
  ...FLOORS.slice(0, -1).map(above),
  { files: ["build/verify.js"], languageOptions: { sourceType: "script" } },
  { files: ["bench/**/*.cjs"], languageOptions: { sourceType: "commonjs", globals: globals.node } },
];
