import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "../paths.mjs";

const inPublic = (name) => inProject("public", name);
const read = (name) => fs.readFileSync(inPublic(name));

/** Width and height of a PNG, from its first chunk. */
function sizeOf(png) {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe("public/", () => {
  it("has every icon that the manifest names, in the size that it names", () => {
    const { icons } = JSON.parse(read("site.webmanifest").toString());
    expect(icons.length).toBeGreaterThan(2);
    for (const { src, sizes, type } of icons) {
      const file = read(src.slice(1));
      if (type === "image/svg+xml") expect(file.toString()).toMatch(/^<svg /);
      else expect(sizeOf(file).join("x")).toBe(sizes);
    }
  });

  it("has what systems ask for by name, in their sizes", () => {
    expect(sizeOf(read("apple-touch-icon.png"))).toEqual([180, 180]);
    expect(sizeOf(read("social.png"))).toEqual([1200, 630]);
    const ico = read("favicon.ico");
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    expect(sizeOf(ico.subarray(ico.readUInt32LE(18)))).toEqual([32, 32]);
  });

  it("is served as it is: every file of it is outside the pages' proxy, and app/ has no second copy", () => {
    const [, pattern] = /source:\s*"(.*?)"/.exec(fs.readFileSync(inProject("proxy.ts"), "utf8"));
    const throughProxy = new RegExp(`^${pattern}$`);
    const names = fs.readdirSync(inPublic(""), { recursive: true, withFileTypes: true });
    const files = names
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => `${parentPath}/${name}`);
    for (const file of files) {
      expect(`/${file.slice(inPublic("").length).replace(/^\/+/, "")}`).not.toMatch(throughProxy);
    }
    expect(
      fs.readdirSync(inProject("app")).filter((name) => /icon|manifest|robots|opengraph/.test(name)),
    ).toEqual([]);
  });

  it("asks search engines to stay out", () => {
    expect(read("robots.txt").toString()).toContain("Disallow: /");
  });
});
