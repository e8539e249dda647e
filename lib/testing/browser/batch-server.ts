import type { BatchItem, RunBatch, UndoBatch } from "@/lib/batches/schema";

type Item = Omit<BatchItem, "skill">;
type Asked = { act: RunBatch["act"]; names: readonly string[]; preview: boolean; seen?: unknown };

type BatchServer = {
  /** What a list answers, page after page of two; also what "all that match" finds. */
  listed?: readonly string[];
  /** What becomes of one skill; by default it is done, and can be taken back by `unarchive`. */
  outcome?: (name: string, asked: Asked) => Item | undefined;
  /** Called before each answer: it may throw, as a broken connection does, or wait. */
  before?: (asked: Asked) => void | Promise<void>;
  /** Answers to anything else, by method and the end of the address: "POST /agents". */
  others?: Record<string, () => Response>;
};

const id = "0190a000-0000-7000-8000-000000000001";
const done: Item = { outcome: "done", summary: "Done", undo: [{ kind: "unarchive" }] };
const pageSize = 2;

function listPage(listed: readonly string[], cursor: number): Response {
  const items = listed.slice(cursor, cursor + pageSize).map((name) => ({ id: `${id}-${name}`, name }));
  const next = cursor + pageSize;
  return Response.json({
    items,
    total: listed.length,
    ...(next < listed.length ? { nextCursor: String(next) } : {}),
  });
}

function report(preview: boolean, items: BatchItem[]): Response {
  const counts = { done: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of items) counts[outcome] += 1;
  return Response.json({ preview, items, counts, traceId: "t" });
}

/** A server of batches for component tests, in the place of `fetch`: what it was asked, and what was taken back. */
export function batchServer({ listed = [], outcome, before, others = {} }: BatchServer = {}) {
  const asked: Asked[] = [];
  const undone: UndoBatch["items"][number][] = [];
  const otherCalls: { call: string; body: unknown }[] = [];
  const items = (question: Asked): BatchItem[] =>
    question.names.map((name) => ({
      skill: { name, id, revision: 7 },
      ...(outcome?.(name, question) ?? done),
    }));
  const fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(address instanceof Request ? address.url : address), "http://greenroom.test");
    const body: unknown = init.body === undefined ? null : JSON.parse(String(init.body));
    if (url.pathname.endsWith("/skills/batch/undo")) {
      const { items: back } = body as UndoBatch;
      undone.push(...back);
      return report(
        false,
        back.map(({ skill }) => ({ skill: { name: skill }, outcome: "done", summary: "As before" })),
      );
    }
    if (url.pathname.endsWith("/skills/batch")) {
      const { act, skills, preview = false } = body as RunBatch;
      const names = "names" in skills ? skills.names : listed;
      const question = { act, names, preview, seen: "seen" in skills ? skills.seen : undefined };
      asked.push(question);
      await before?.(question);
      return report(preview, items(question));
    }
    if (url.pathname.endsWith("/skills"))
      return listPage(listed, Number(url.searchParams.get("cursor") ?? 0));
    const method = init.method ?? "GET";
    const found = Object.entries(others).find(([key]) => {
      const [wanted, end = ""] = key.split(" ");
      return wanted === method && url.pathname.endsWith(end);
    });
    otherCalls.push({ call: `${method} ${url.pathname}`, body });
    return found?.[1]() ?? Response.json({ items: [], total: 0, protectedLabels: ["production"] });
  };
  return {
    fetch,
    asked,
    undone,
    otherCalls,
    /** What was done, without what was only looked at. */
    deeds: () => asked.filter(({ preview }) => !preview),
  };
}
