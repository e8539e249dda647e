import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { inProject, root } from "../paths.mjs";

const manifest = JSON.parse(fs.readFileSync(inProject("package.json"), "utf8"));

/** Every file that the client may run, and every package that these name. */
function graphOf(entries) {
  const files = new Set();
  const packages = new Set();
  const visit = (file) => {
    if (files.has(file)) return;
    files.add(file);
    const text = fs.readFileSync(file, "utf8");
    // Types are taken out, and with them what brings nothing else.
    const imports = text.replaceAll(/^(?:import|export) type [^;]*;/gm, "");
    for (const [, from, called] of imports.matchAll(
      / from "([^"]+)"|\bimport\("([^"]+)"\)|^import "[^"]+"/gm,
    )) {
      const specifier = from ?? called;
      if (specifier === undefined || specifier.startsWith("node:")) continue;
      const at = specifier.startsWith("@/")
        ? inProject(specifier.slice(2))
        : specifier.startsWith(".")
          ? path.resolve(path.dirname(file), specifier)
          : null;
      if (at === null) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0]);
      else visit(fs.existsSync(`${at}.ts`) ? `${at}.ts` : at);
    }
  };
  for (const entry of entries) visit(inProject(entry));
  return {
    files: [...files].map((file) => path.relative(root, file)).sort(),
    packages: [...packages].sort(),
  };
}

const graph = graphOf([manifest.bin.greenroom, "scripts/on-a-server.mjs", "lib/terminal/run-client.ts"]);

describe("what npx installs", () => {
  it("is all that the client runs, and no test", () => {
    const packed = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: root,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    const [{ files }] = JSON.parse(packed.stdout);
    const paths = files.map((file) => file.path);
    expect(graph.files.filter((file) => !paths.includes(file))).toEqual([]);
    expect(paths.filter((file) => /\.test\.|fixtures\/|^lib\/testing\//.test(file))).toEqual([]);
    expect(graph.files.length).toBeGreaterThan(80);
  });

  it("depends on what the client imports and on nothing else", () => {
    expect(Object.keys(manifest.dependencies).sort()).toEqual(graph.packages);
  });

  it("is plain Node: no database, no framework, no settings of the server", () => {
    const served = /^lib\/(?:db|platform|api|auth|access)\/|^(?:app|components|prisma)\//;
    expect(graph.files.filter((file) => served.test(file))).toEqual([]);
    const reading = graph.files.filter((file) =>
      fs.readFileSync(inProject(file), "utf8").includes("process.env"),
    );
    expect(reading.filter((file) => file.startsWith("lib/"))).toEqual([]);
  });

  it("runs nothing while it is installed, so that npx need not build it", () => {
    const built = ["preinstall", "install", "postinstall", "prepare", "prepack", "build"];
    expect(Object.keys(manifest.scripts).filter((name) => built.includes(name))).toEqual([]);
  });
});
