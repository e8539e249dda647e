// npm start: from a bare checkout to a served Greenroom.
import { buildIfStale, generateClient } from "./build-steps.mjs";
import { serve } from "./server/serve.mjs";

await serve({
  scriptUrl: import.meta.url,
  command: "start",
  build: async (options) => {
    await generateClient(options);
    await buildIfStale(options);
  },
});
