// The page of one table.

import { ApiError, get, reasonOf } from "./api.js";
import { Live } from "./live.js";
import { dressed, TablePage, turnAway } from "./playing.js";
import { apply, settings } from "./settings.js";
import { speak } from "./words.js";

/** @param {string} id */
async function open(id) {
  await speak(settings.language);
  const asked = `language=${settings.language}`;
  /** @type {[messages.TableInfo, games.GameFacts[]]} */
  const [info, games] = await Promise.all([get(`/tables/${id}?${asked}`), get(`/games?${asked}`)]);
  const game = games.find(({ key }) => key === info.game);
  if (!game) throw new ApiError("", "game");
  await dressed(game.board);
  new TablePage(info, game, (hears, token) => new Live(id, token, settings.language, hears)).open();
}

apply();
open(location.pathname.split("/")[2]).catch((error) => turnAway(reasonOf(error)));
