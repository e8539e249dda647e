import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import projectConfig from "../../vitest.config";
import { faults } from "./faults";
import { plantIn } from "./planted-fault";

const root = join(import.meta.dirname, "../..");
const changes = faults[Number(process.env.GREENROOM_PLANTED_FAULT)]?.changes ?? [];

const plant: Plugin = {
  name: "planted-fault",
  enforce: "pre",
  load(id) {
    const planted = changes.filter(({ file }) => id === join(root, file));
    if (planted.length === 0) return null;
    return planted.reduce((source, change) => plantIn(source, change), readFileSync(id, "utf8"));
  },
};

/** A file that was transformed for an earlier run has no fault in it, or another one. */
const fsModuleCache = false;

/** The project's own tests, on its own files as they would be with the fault: on disk nothing changes. */
export default defineConfig({
  ...projectConfig,
  root,
  test: {
    ...projectConfig.test,
    fsModuleCache,
    projects: (projectConfig.test?.projects ?? []).map((project) =>
      typeof project === "object" && "test" in project
        ? {
            ...project,
            plugins: [...(project.plugins ?? []), plant],
            test: { ...project.test, fsModuleCache },
          }
        : project,
    ),
  },
});
