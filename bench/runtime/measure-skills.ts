import { packageCaches } from "@/lib/library/caches/package-caches";
import { renderActivation } from "@/lib/runtime/activate-skill";
import type { ToolCall } from "@/lib/runtime/events";
import { MemoryLog } from "@/lib/testing/sessions/skill-sessions";
import { type Figure, median, timesOf, under } from "./figures";
import type { Room } from "./furnish";
import { aStoredRun, sessionOf, setupOf } from "./open-session";

const call = (toolName: string, input: unknown, id = 1): ToolCall => ({
  id: `call-${id}`,
  toolName,
  input,
  step: 1,
});
const forget = () => {
  for (const cache of Object.values(packageCaches())) cache.clear();
};

export async function measureSkills(room: Room): Promise<Figure[]> {
  return [
    await roundTripFigure(room),
    ...(await catalogueFigures(room)),
    ...(await activationFigures(room)),
    await resourceFigure(room),
  ];
}

/** What the machine takes for a query of nothing: every figure below has one or more of these in it. */
async function roundTripFigure({ context }: Room): Promise<Figure> {
  const times = await timesOf(200, () => context.db.$queryRaw`SELECT 1`);
  return {
    what: "(an empty query to this database)",
    value: `${median(times).toFixed(3)} ms`,
    limit: "",
    holds: null,
  };
}

/** Cold: assignments from the database, then the text. Cached: the same with what was made of these digests before. */
async function catalogueFigures(room: Room): Promise<Figure[]> {
  const told = async () => {
    const setup = await setupOf(room);
    await sessionOf(setup, new MemoryLog()).injectCatalogue();
  };
  const cold = await timesOf(40, async () => {
    forget();
    await told();
  });
  const resolved = await setupOf(room);
  const cached = await timesOf(200, async () => {
    await sessionOf(resolved, new MemoryLog()).injectCatalogue();
  });
  return [
    under("catalogue of 100 assigned skills, from the database", median(cold), 5),
    under("catalogue of the same skills, cached", median(cached), 1),
  ];
}

async function activationFigures(room: Room): Promise<Figure[]> {
  const setup = await setupOf(room);
  const [first] = setup.skills;
  if (!first) throw new Error("There are no skills.");
  const { source: _, ...ref } = first.ref;
  const rendered = await timesOf(500, () =>
    renderActivation(setup, { skill: ref, arguments: "", call: null }),
  );
  for (const { ref: offered } of setup.skills) {
    const { source: __, ...other } = offered;
    await renderActivation(setup, { skill: other, arguments: "", call: null });
  }
  const { log } = await aStoredRun(room);
  const session = sessionOf(setup, log);
  const committed = await timesOf(60, (round) =>
    session.answerCall(
      call("activate_skill", { name: room.skillNames[(round + 5) % room.skillNames.length] }, round),
    ),
  );
  return [
    under("activation rendered from the cache", median(rendered), 1),
    under("activation with its receipt and event committed", median(committed), 10),
  ];
}

/** With its event committed; the branch grows only a little, so that what is measured is the read. */
async function resourceFigure(room: Room): Promise<Figure> {
  const setup = await setupOf(room);
  const { log } = await aStoredRun(room);
  const session = sessionOf(setup, log);
  const times = await timesOf(60, (round) =>
    session.answerCall(
      call("read_skill_resource", {
        name: room.skillNames[(round + 5) % room.skillNames.length],
        path: "references/guide.md",
      }),
    ),
  );
  return under("resource of 8 KB read, its event committed", median(times), 5);
}
