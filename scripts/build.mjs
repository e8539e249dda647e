// What `npm start` would make before it serves, made beforehand: for images, and for machines that must not write there.
import { buildIfStale, generateClient } from "./build-steps.mjs";
import { explain } from "./progress.mjs";

try {
  await generateClient();
  await buildIfStale();
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
