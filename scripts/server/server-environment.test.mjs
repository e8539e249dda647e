import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseFromEnvironment } from "./server-environment.mjs";

const names = ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_OWNER_URL"];
const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
const set = (values) => {
  for (const name of names) {
    if (values[name] === undefined) delete process.env[name];
    else process.env[name] = values[name];
  }
};
beforeEach(() => set({}));
afterEach(() => set(before));

const at = (place, role = "greenroom_app") => `postgresql://${role}:secret@${place}/greenroom`;
const [pooler, postgres, owner] = [at("pooler:6432"), at("db:5432"), at("db:5432", "greenroom_owner")];

describe("the database that the environment names", () => {
  it("is none where nothing is said: the embedded one", () => {
    expect(databaseFromEnvironment()).toBeNull();
  });

  it("is one address for everything, or another for the role that owns the schema", () => {
    set({ DATABASE_URL: postgres });
    expect(databaseFromEnvironment()).toEqual({ url: postgres, directUrl: postgres, ownerUrl: postgres });
    set({ DATABASE_URL: postgres, DATABASE_OWNER_URL: owner });
    expect(databaseFromEnvironment()).toEqual({ url: postgres, directUrl: postgres, ownerUrl: owner });
  });

  it("is behind a pooler for the server alone", () => {
    set({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: postgres, DATABASE_OWNER_URL: owner });
    expect(databaseFromEnvironment()).toEqual({ url: pooler, directUrl: postgres, ownerUrl: owner });
  });

  it.each([
    [
      "a pooler without an owner",
      { DATABASE_URL: pooler, DATABASE_DIRECT_URL: postgres },
      "DATABASE_OWNER_URL",
    ],
    [
      "a pooler whose owner is the role that serves",
      { DATABASE_URL: pooler, DATABASE_DIRECT_URL: postgres, DATABASE_OWNER_URL: at("other:5432") },
      "must not be the one that owns the schema: name the owner with DATABASE_OWNER_URL",
    ],
    ["Postgres past no pooler", { DATABASE_DIRECT_URL: postgres }, "name the pooler with DATABASE_URL"],
    [
      "what is no address",
      { DATABASE_URL: pooler, DATABASE_DIRECT_URL: "db:5432" },
      "DATABASE_DIRECT_URL is not",
    ],
  ])("is refused as %s, with what to do", (_, values, words) => {
    set(values);
    expect(databaseFromEnvironment).toThrow(words);
  });
});
