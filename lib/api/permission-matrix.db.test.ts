import { describe, expect, it } from "vitest";
import { aCast, authOperations, castColumns } from "@/lib/testing/cast/cast";
import { documentedOperations, readCastRows } from "@/lib/testing/cast/cast-rows";
import { castStatuses } from "@/lib/testing/cast/cast-statuses";
import { permissionMatrix } from "@/lib/testing/cast/permission-matrix";
import { testDatabase } from "@/lib/testing/database";

const { db } = testDatabase();

const rows = readCastRows(permissionMatrix);
const operations = await documentedOperations();
const signIn = authOperations();

const statusesOf = castStatuses(await aCast(db));

describe("the permission matrix", () => {
  it("has a row for every operation of the document, for every mounted route of signing in, and no other", () => {
    const mounted = signIn.filter((operation) => rows.has(operation));
    expect([...rows.keys()].sort()).toEqual([...operations, ...mounted].sort());
    expect(mounted.length).toBeGreaterThan(8);
  });

  it.each([...rows])("%s", async (operation, expected) => {
    expect(expected).toHaveLength(castColumns.length);
    expect(await statusesOf(operation)).toEqual(expected);
  });

  it.each(signIn.filter((operation) => !rows.has(operation)))("%s is not mounted", async (operation) => {
    expect(new Set(await statusesOf(operation))).toEqual(new Set([404]));
  });
});
