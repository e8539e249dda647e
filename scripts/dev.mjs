// npm run dev: the same set-up as npm start, then a server that follows every change of the source.
import { generateClient } from "./build-steps.mjs";
import { serve } from "./server/serve.mjs";

await serve({ scriptUrl: import.meta.url, command: "dev", build: generateClient });
