import { describe, expect, it } from "vitest";
import {
  agentPluginManifest,
  claudeMarketplace,
  claudePluginManifest,
  codexMarketplace,
  codexPluginManifest,
  copilotMarketplace,
  cursorMarketplace,
  cursorPluginManifest,
  geminiExtension,
} from "./plugin-manifests";

const plugin = { name: "desk", version: "1.4.0", description: "Desk's skills", author: "Meridian" };
const place = {
  name: "meridian",
  owner: "Meridian",
  description: "Skills of Meridian\nand more",
  plugins: [{ ...plugin, path: "plugins/desk" }],
};
const read = ({ text }: { text: string }): unknown => JSON.parse(text);

describe("plugin manifests", () => {
  it("lie where each host looks for them", () => {
    const paths = [
      ...[agentPluginManifest, claudePluginManifest, codexPluginManifest].map((make) => make(plugin).path),
      ...[cursorPluginManifest, geminiExtension].map((make) => make(plugin).path),
      ...[claudeMarketplace, codexMarketplace, copilotMarketplace, cursorMarketplace].map(
        (make) => make(place).path,
      ),
    ];
    expect(paths).toEqual([
      "plugin.json",
      ".claude-plugin/plugin.json",
      ".codex-plugin/plugin.json",
      ".cursor-plugin/plugin.json",
      "gemini-extension.json",
      ".claude-plugin/marketplace.json",
      ".agents/plugins/marketplace.json",
      ".github/plugin/marketplace.json",
      ".cursor-plugin/marketplace.json",
    ]);
  });

  it("hold only fields that Agent Plugins 1.0.0 knows, which is closed", () => {
    const known = ["$schema", "name", "version", "description", "author"];
    expect(Object.keys(Object(read(agentPluginManifest(plugin))))).toEqual(known);
  });

  it("name the author for hosts that warn without one", () => {
    const author = { name: "Meridian" };
    expect(read(claudePluginManifest(plugin))).toEqual({ ...plugin, author });
    expect(read(cursorPluginManifest(plugin))).toEqual({ ...plugin, author });
  });

  it("are the same text for the same facts, with a line end at the end", () => {
    expect(claudeMarketplace(place)).toEqual(claudeMarketplace({ ...place }));
    expect(claudeMarketplace(place).text).toMatch(/\}\n$/);
  });
});

describe("marketplaces", () => {
  it("point at the plugin's folder, or at themselves", () => {
    expect(read(claudeMarketplace(place))).toMatchObject({ plugins: [{ source: "./plugins/desk" }] });
    const itself = { ...place, plugins: [{ ...plugin, path: "" }] };
    expect(read(claudeMarketplace(itself))).toMatchObject({ plugins: [{ source: "./" }] });
    expect(read(codexMarketplace(itself))).toMatchObject({ plugins: [{ source: { path: "./" } }] });
  });

  it("say a name that people see on one line", () => {
    expect(read(codexMarketplace(place))).toMatchObject({
      interface: { displayName: "Skills of Meridian" },
    });
    expect(read(codexMarketplace({ ...place, description: "" }))).toMatchObject({
      interface: { displayName: "meridian" },
    });
  });

  it("describe themselves in metadata for Copilot and Cursor", () => {
    for (const make of [copilotMarketplace, cursorMarketplace]) {
      expect(read(make(place))).toMatchObject({
        owner: { name: "Meridian" },
        metadata: { description: place.description, version: "1.4.0" },
      });
      expect(read(make({ ...place, plugins: [] }))).toMatchObject({
        metadata: { description: place.description },
        plugins: [],
      });
    }
  });
});
