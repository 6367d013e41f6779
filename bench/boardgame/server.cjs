// Pig on boardgame.io, for bench/load.py: node server.cjs PORT LOBBY_PORT [FOLDER of the file store]

const { FlatFile, Server } = require("boardgame.io/server");

const Pig = {
  name: "pig",
  setup: () => ({ score: [0, 0], total: 0 }),
  moves: {
    roll: ({ G, events, random }) => {
      const die = random.D6();
      if (die > 1) G.total += die;
      else {
        G.total = 0;
        events.endTurn();
      }
    },
    hold: ({ G, ctx, events }) => {
      G.score[Number(ctx.currentPlayer)] += G.total;
      G.total = 0;
      events.endTurn();
    },
  },
  endIf: ({ G }) => (Math.max(...G.score) >= 100 ? { score: G.score } : undefined),
};

const [port, lobby, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [Pig], origins: [/.*/], ...(db && { db }) });
const lobbyConfig = { apiPort: Number(lobby) };
server.run({ port: Number(port), lobbyConfig, callback: () => console.log("ready") });
