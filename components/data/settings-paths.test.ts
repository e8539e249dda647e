import { describe, expect, it } from "vitest";
import { settingsGroups, settingsPages } from "./settings-paths";

const titles = (role: "viewer" | "admin", isOperator = false) =>
  settingsGroups("acme", { role, isOperator }).map(({ title }) => title);

describe("the pages of the settings", () => {
  it("stand in groups, and a group or a page that is not for this person is left out", () => {
    expect(titles("admin")).toEqual(["Workspace", "Skills", "Runtime", "Security", "Account"]);
    expect(titles("viewer")).toEqual(["Workspace", "Skills", "Runtime", "Security", "Account"]);
    expect(titles("viewer", true)).toContain("Installation");
    expect(settingsPages("acme", { role: "viewer" }).map(({ label }) => label)).not.toContain("Audit");
  });

  it("have each address once", () => {
    const groups = settingsGroups("acme", { role: "owner", isOperator: true });
    const paths = groups.flatMap(({ pages }) => pages.map(({ path }) => path));
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toContain("/w/acme/settings");
    expect(paths).toContain("/w/acme/settings/instance/audit");
  });

  it("are in one list without the installation's, for the palette", () => {
    const pages = settingsPages("acme", { role: "owner" });
    expect(pages.map(({ label }) => label)).toContain("Caches");
    expect(pages.some(({ path }) => path.includes("/instance"))).toBe(false);
  });
});
