import "./monaco-features";
import * as monaco from "monaco-editor/editor";
import { registerLanguages } from "./monaco-languages";
import { registerProviders } from "./monaco-providers";

self.MonacoEnvironment = {
  getWorker: () =>
    new Worker(new URL("./monaco-editor.worker.ts", import.meta.url), { type: "module", name: "monaco" }),
};

let ready = false;

/** Gives Monaco this product's languages and providers. Import it only from code that `next/dynamic` loads. */
export function loadMonaco(): typeof monaco {
  if (!ready) {
    ready = true;
    registerLanguages();
    registerProviders();
  }
  return monaco;
}

export { monaco };
