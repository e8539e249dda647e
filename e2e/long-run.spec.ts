import type { Page } from "@playwright/test";
import { z } from "zod";
import { WorkspaceApi } from "./api";
import { accessibilityProblems, expect, test } from "./journey";

/**
 * What makes a page slow, on any machine. `htmlBytes`: the log is no part of the page. `nodes`: only what is near the
 * view is drawn. `drawnByStep`: nodes that one step of scrolling draws. Times are printed, not judged: the goals (open
 * in a second, no task over 50 ms) hold on a machine that does nothing else.
 */
const ceilings = { htmlBytes: 150_000, nodes: 3_000, drawnByStep: 1_000 };
const visits = 5;

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
    // What there is no room for is left out of the first round: the last one ends with the answer.
    const left = 1_999 - long.length;
    const rounds = Math.ceil(left / repeated.length);
    const all = Array.from({ length: rounds }, (_, round) =>
      repeated.map((event) => ({
        ...event,
        payload: { ...event.payload, ...("step" in event.payload && { step: round + 1 }) },
      })),
    );
    long.push(...all.flat().slice(-left));
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

type Opening = { drawnMs: number; answeredMs: number };
declare global {
  interface Window {
    opening?: Opening;
  }
}

/** In the page: notes when log and timeline are drawn, and when a click on a row has shown what it chose. */
function noteOpening() {
  let drawnMs: number | undefined;
  const look = () => {
    const rows = document.querySelectorAll<HTMLElement>("[role=log] button:not([aria-haspopup])");
    const marks = document.querySelectorAll("section[aria-label=Timeline] li button");
    if (rows.length > 0 && marks.length > 0) {
      drawnMs ??= performance.now();
      if (document.querySelector("[role=log] [aria-current=true]")) {
        window.opening = { drawnMs, answeredMs: performance.now() };
        return;
      }
      rows.item(rows.length - 1).click();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Milliseconds since the navigation began, of one visit. */
async function visit(page: Page, address: string): Promise<Opening> {
  await page.goto("about:blank");
  await page.goto(address);
  const opened = await page.waitForFunction(() => window.opening);
  const opening = await opened.jsonValue();
  if (!opening) throw new Error("waited for nothing");
  return opening;
}

/** What a visit has loaded: the size of its HTML, and how often and by whom the log was asked for. */
const loaded = (page: Page) =>
  page.evaluate(() => ({
    htmlBytes: performance
      .getEntriesByType("navigation")
      .reduce(
        (sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.decodedBodySize : 0),
        0,
      ),
    logsAskedForBy: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith("/events"))
      .map((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType),
  }));

/** Scrolls up and down again; answers with what each step drew, the page's own processor time for it, and long tasks. */
async function scrollThrough(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busyMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
  };
  const log = page.getByRole("log");
  const longTasks = await page.evaluateHandle(() => {
    const found: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.push(Math.round(duration));
    }).observe({ entryTypes: ["longtask"] });
    return found;
  });
  const work = await page.evaluateHandle(() => {
    const counted = { drawn: 0 };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element) counted.drawn += 1 + node.querySelectorAll("*").length;
    }).observe(document.body, { childList: true, subtree: true });
    return counted;
  });
  const cpuMs: number[] = [];
  const drawn: number[] = [];
  for (let way = 0; way < 60; way += 1) {
    const before = await busyMs();
    const drawnBefore = await work.evaluate((counted) => counted.drawn);
    await log.evaluate(
      async (box, px) => {
        box.scrollTop += px;
        for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
      },
      way < 30 ? -400 : 400,
    );
    cpuMs.push(Math.round((await busyMs()) - before));
    drawn.push((await work.evaluate((counted) => counted.drawn)) - drawnBefore);
  }
  return {
    cpuMs: cpuMs.sort((left, right) => right - left),
    drawnByStep: Math.max(...drawn),
    longTasks: await longTasks.jsonValue(),
  };
}

const middle = (times: readonly number[]) =>
  Math.round([...times].sort((left, right) => left - right)[times.length >> 1] ?? 0);

for (const [shape, lengthen] of Object.entries(shapes))
  test(`2,000 events in ${shape} open fast and scroll smoothly`, async ({ page, request, workspace }) => {
    test.slow();
    const api = new WorkspaceApi(request, workspace.slug);
    const file = lengthen(await aRecording(api));
    const { id } = await api.post("/recordings", file);
    const address = `/w/${workspace.slug}/playground/${id}`;
    await page.addInitScript(noteOpening);

    const openings: Opening[] = [];
    for (let time = 0; time < visits; time += 1) openings.push(await visit(page, address));
    await page.waitForLoadState("networkidle");
    const { htmlBytes, logsAskedForBy } = await loaded(page);
    const count = () => page.evaluate(() => document.querySelectorAll("*").length);
    const nodes: Record<string, number> = { opened: await count() };
    const { cpuMs, drawnByStep, longTasks } = await scrollThrough(page);
    nodes.scrolled = await count();
    for (const tab of ["Event", "Prompt", "Request", "Response", "Raw", "Context"]) {
      await page.getByRole("tab", { name: tab, exact: true }).click();
      await expect(page.getByRole("tabpanel")).not.toBeEmpty();
      await page.waitForLoadState("networkidle");
      nodes[tab] = await count();
    }

    console.log(
      `2,000 events in ${shape}: drawn in ${middle(openings.map(({ drawnMs }) => drawnMs))} ms and answering in ` +
        `${middle(openings.map(({ answeredMs }) => answeredMs))} ms (medians; ${openings.map(({ answeredMs }) => Math.round(answeredMs)).join(", ")}), HTML of ` +
        `${Math.round(htmlBytes / 1_000)} KB; busiest steps of scrolling ${cpuMs.slice(0, 3).join(", ")} ms of CPU, at most ${drawnByStep} nodes drawn, ` +
        `long tasks ${longTasks.join(", ") || "none"} (ms); nodes ${JSON.stringify(nodes)}`,
    );
    expect(htmlBytes).toBeLessThan(ceilings.htmlBytes);
    expect(logsAskedForBy, "asked for once, by the page itself").toEqual(["link"]);
    expect(drawnByStep).toBeLessThan(ceilings.drawnByStep);
    for (const [when, number] of Object.entries(nodes)) expect(number, when).toBeLessThan(ceilings.nodes);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
