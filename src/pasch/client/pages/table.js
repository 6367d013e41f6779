// The page of one table.

import { speak } from "../ui/i18n.js";
import { apply, settings } from "../device/settings.js";
import { ApiError, get, reasonOf } from "../connection/api.js";
import { Connection } from "../connection/connection.js";
import { loadStyle, TablePage, turnAway } from "../table/hear.js";
import { Ending } from "../after/ending.js";

/** @import { Hears } from "../connection/connection.js" */

/** @param {string} id */
async function open(id) {
  await speak(settings.language);
  const asked = `language=${settings.language}`;
  /** @type {[messages.TableInfo, games.GameFacts[]]} */
  const [info, games] = await Promise.all([get(`/tables/${id}?${asked}`), get(`/games?${asked}`)]);
  const game = games.find(({ key }) => key === info.game);
  if (!game) throw new ApiError("", "game");
  await loadStyle(game.board);
  const connect = (/** @type {Hears} */ hears, /** @type {string} */ token) => new Connection(id, token, settings.language, hears);
  new TablePage(info, game, connect, (view, page) => new Ending(view, page)).open();
}

apply();
open(location.pathname.split("/")[2]).catch((error) => turnAway(reasonOf(error)));
