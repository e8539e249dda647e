import { z } from "zod";
import { WorkspaceApi } from "./api";
import { accessibilityProblems, expect, test } from "./journey";

const mostNodes = 3_000;
/** Generous: machines that run tests are busy. The figures are printed. */
const ceilings = { openMs: 20_000, longTaskMs: 5_000 };

const loggedSchema = z.looseObject({
  seq: z.number(),
  type: z.string(),
  runId: z.string(),
  turn: z.number(),
  payload: z.looseObject({}),
});
const recordingSchema = z.looseObject({ runId: z.string(), events: z.array(loggedSchema) });
type Logged = z.infer<typeof loggedSchema>;
type Recording = z.infer<typeof recordingSchema>;

/** One exchange with Rehearsal that activates, reads and answers, as a file. */
async function aRecording(api: WorkspaceApi): Promise<Recording> {
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  const run = await api.post(`/conversations/${id}/runs`, {
    message: "/release-notes Read references/tone.md and say what it means",
  });
  await expect
    .poll(async () => JSON.stringify((await api.get(`/conversations/${id}`)).running), { timeout: 20_000 })
    .toBe("null");
  return recordingSchema.parse(await api.get(`/conversations/${id}/runs/${run.id}/recording`));
}

const shapes = {
  /** Step after step of one exchange, each with its text and its file. */
  "one exchange": (file: Recording): Recording => {
    const [start, ...rest] = file.events;
    const end = rest.at(-1);
    const repeated = rest.slice(0, -1).filter(({ type }) => /^(text|model-step|resource-read)$/.test(type));
    const middle = rest.slice(0, -1).filter((event) => !repeated.includes(event));
    if (!start || !end) throw new Error("an empty recording");
    const long = [start, ...middle];
    for (let round = 1; long.length < 1_999; round += 1)
      for (const event of repeated)
        if (long.length < 1_999)
          long.push({
            ...event,
            payload: { ...event.payload, ...("step" in event.payload && { step: round }) },
          });
    return { ...file, events: numbered([...long, end]) };
  },
  /** The same exchange again and again. */
  "many exchanges": (file: Recording): Recording => {
    const long: Logged[] = [];
    for (let turn = 1; long.length < 2_000; turn += 1) {
      const runId = crypto.randomUUID();
      long.push(...file.events.map((event) => ({ ...event, runId, turn })));
    }
    return { ...file, runId: long.at(-1)?.runId ?? file.runId, events: numbered(long) };
  },
};

const numbered = (events: readonly Logged[]) => events.map((event, at) => ({ ...event, seq: at + 1 }));

for (const [shape, lengthen] of Object.entries(shapes))
  test(`2,000 events in ${shape} open fast and scroll smoothly`, async ({ page, request, workspace }) => {
    test.slow();
    const api = new WorkspaceApi(request, workspace.slug);
    const file = lengthen(await aRecording(api));
    const { id } = await api.post("/recordings", file);
    await page.goto(`/w/${workspace.slug}/playground`);
    const log = page.getByRole("log");

    const before = Date.now();
    await page.goto(`/w/${workspace.slug}/playground/${id}`);
    await expect(log.getByRole("button").first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText(/\d events?/);
    const openMs = Date.now() - before;
    await page.waitForLoadState("networkidle");

    const count = () => page.evaluate(() => document.querySelectorAll("*").length);
    const nodes: Record<string, number> = { opened: await count() };
    const longTasks = await log.evaluate(async (box) => {
      const found: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) found.push(Math.round(duration));
      });
      observer.observe({ entryTypes: ["longtask"] });
      for (let way = 0; way < 120; way += 1) {
        box.scrollTop += way < 60 ? -400 : 400;
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
      await new Promise((told) => setTimeout(told, 200));
      observer.disconnect();
      return found;
    });
    nodes.scrolled = await count();
    for (const tab of ["Prompt", "Request", "Response", "Raw", "Context"]) {
      await page.getByRole("tab", { name: tab, exact: true }).click();
      await expect(page.getByRole("tabpanel")).not.toBeEmpty();
      await page.waitForLoadState("networkidle");
      nodes[tab] = await count();
    }
    console.log(
      `2,000 events in ${shape}: opened in ${openMs} ms, long tasks while scrolling: ${longTasks.join(", ") || "none"} (ms); nodes: ${JSON.stringify(nodes)}`,
    );
    expect(openMs).toBeLessThan(ceilings.openMs);
    expect(Math.max(0, ...longTasks)).toBeLessThan(ceilings.longTaskMs);
    for (const [when, number] of Object.entries(nodes)) expect(number, when).toBeLessThan(mostNodes);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
