import { expect, it } from "vitest";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { departedPerson, findPeople, findPerson } from "./find-people";

const { db } = testDatabase();
const nobody = "00000000-0000-4000-8000-000000000000";

it("names people by id, and whoever is gone a former member", async () => {
  const owner = await aContext(db);
  const ines = await aColleague(owner, "viewer", "Ines");
  const personOf = await findPeople({ db }, [
    owner.actor.userId,
    ines.actor.userId,
    ines.actor.userId,
    nobody,
  ]);
  expect(personOf(ines.actor.userId)).toEqual({ id: ines.actor.userId, name: "Ines" });
  expect(personOf(owner.actor.userId).name).toBe(owner.actor.name);
  expect(personOf(nobody)).toEqual({ id: nobody, name: departedPerson });
});

it("asks nothing for nobody", async () => {
  const personOf = await findPeople({ db }, []);
  expect(personOf(nobody).name).toBe(departedPerson);
});

it("finds one person in a transaction that has just written them", async () => {
  const owner = await aContext(db);
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: owner.actor.userId }, data: { name: "Renamed" } });
    expect((await findPerson({ db: tx }, owner.actor.userId)).name).toBe("Renamed");
  });
});
