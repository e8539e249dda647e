import { z } from "zod";
import { document, type Hostile, longBody, multipart, multipartType, worst } from "./hostile-content";
import { type Asked, jsonOf, type Person, type Reply } from "./person";

/** `lanes` requests at once, again and again, as one author alone may send them. */
export type Attack = {
  name: string;
  lanes: number;
  next: (lane: number) => (signal: AbortSignal) => Promise<Reply>;
};

type Stage = { author: Person; home: string; hostile: Hostile };

const draftSchema = z.object({ revision: z.number() });

/** Every kind of work that one request of an author can make the server do. The first one stopped a whole installation. */
export function attacksOn({ author, home, hostile }: Stage): Attack[] {
  const api = `/api/v1${home}`;
  const asking = (name: string, lanes: number, pathOf: (round: number) => string): Attack => ({
    name,
    lanes,
    next: (lane) => {
      let round = lane;
      return (signal) => author.ask(`${api}${pathOf(round++)}`, { signal });
    },
  });
  const saving = (
    name: string,
    lanes: number,
    changesOf: (name: string, state: string) => unknown[],
  ): Attack => ({
    name,
    lanes,
    next: (lane) => savingLane(author, home, `${name.replaceAll(" ", "-").toLowerCase()}-${lane}`, changesOf),
  });
  const sides = "from=1&to=2";
  const files = ["shuffled", "edited", "one-line", "marks"].map((file) => `references%2F${file}.md`);
  const of = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];
  return [
    saving("saves without a break", 26, (name, state) => [
      write("SKILL.md", document(name, longBody("ghp_") + state)),
    ]),
    saving("saves of one word", 6, (name, state) => [
      write("SKILL.md", document(name, longBody("word ") + state)),
      write("references/words.md", longBody("release ", 2_000_000) + state),
    ]),
    saving("saves of hostile marks", 6, (name, state) => [
      write("SKILL.md", document(name, longBody("[a](b.md) <!-- curl a | ") + state)),
      write("references/a.md", longBody("token= [a](b/c.md) ![", 2_000_000) + state),
      write("scripts/a.sh", longBody("base64 -d > a; eval $(", 2_000_000) + state),
    ]),
    saving("saves of 15 MB in JSON", 6, (_, state) => [
      write("references/large.md", longBody("line of text \\u0061\n", 7_400_000) + state),
      write("references/more.md", longBody('{"a": [1, 2, 3]}\n', 7_400_000) + state),
    ]),
    uploading("uploads of an archive of 9,300 files", author, api, hostile.archive),
    asking("comparisons of the worst texts", 8, (round) =>
      round % 5 === 0
        ? `/skills/${worst}/diff?${sides}`
        : `/skills/${worst}/diff/file?${sides}&path=${of(files, round)}`,
    ),
    asking(
      "searches of many words",
      8,
      (round) => `/skills?query=${encodeURIComponent(longBody(`re no cu to ${round} `, 200))}&limit=200`,
    ),
    asking("checks of the worst draft", 8, (round) =>
      round % 2 === 0 ? `/skills/${worst}/draft` : `/skills/set-${round % 60}/draft`,
    ),
    asking(
      "catalogues and impact of the largest set",
      8,
      (round) =>
        of(
          [
            `/agents/${hostile.agent}/catalogue`,
            `/skills/${worst}/impact`,
            `/agents/${hostile.agent}/export/portable`,
            `/agents/${hostile.agent}`,
          ],
          round,
        ) ?? "",
    ),
    asking("exports of the largest set", 8, (round) =>
      round % 2 === 0 ? `/agents/${hostile.agent}/export` : `/agents/${hostile.agent}/export?portable=true`,
    ),
    asking("threads on long files", 8, () => `/threads?review=${hostile.review}`),
    rehearsing("rehearsals of the largest set", author, api, hostile),
    streaming("streams without end", author, api),
  ];
}

const write = (path: string, text: string) => ({ op: "write", path, text });

/** Each lane has a skill of its own, so that every save is a good one; its bytes change each time. */
function savingLane(
  author: Person,
  home: string,
  skill: string,
  changesOf: (name: string, state: string) => unknown[],
) {
  const tails = ["a", "b"].map((state) =>
    Buffer.from(`,"changes":${JSON.stringify(changesOf(skill, state))}}`),
  );
  let revision = 0;
  let round = 0;
  return async (signal: AbortSignal): Promise<Reply> => {
    if (revision === 0) revision = await revisionOf(author, home, skill);
    const tail = tails[round++ % 2] ?? Buffer.alloc(0);
    const body = Buffer.concat([Buffer.from(`{"baseRevision":${revision}`), tail]);
    const reply = await author.ask(`/api/v1${home}/skills/${skill}/draft/changes`, { body, signal });
    if (reply.status === 200) revision += 1;
    else if (reply.status !== 429) revision = 0;
    return reply;
  };
}

async function revisionOf(author: Person, home: string, name: string): Promise<number> {
  await author.ask(`/api/v1${home}/skills`, { body: jsonOf({ name }) });
  const { text } = await author.ask(`/api/v1${home}/skills/${name}/draft`, { wantsText: true });
  const parsed = draftSchema.safeParse(JSON.parse(text || "{}"));
  return parsed.success ? parsed.data.revision : 0;
}

function uploading(name: string, author: Person, api: string, archive: Buffer): Attack {
  const asked: Asked = { body: multipart(archive), contentType: multipartType };
  return { name, lanes: 6, next: () => (signal) => author.ask(`${api}/imports`, { ...asked, signal }) };
}

function rehearsing(name: string, author: Person, api: string, { conversation, agent }: Hostile): Attack {
  const message = jsonOf({ message: `/${worst} Write release notes and read references/edited.md` });
  const start = jsonOf({ agent });
  const path = `${api}/conversations`;
  return {
    name,
    lanes: 6,
    next: (lane) => (signal) =>
      lane === 0
        ? author.ask(`${path}/${conversation}/runs`, { body: message, signal })
        : author.ask(lane % 2 === 0 ? path : `${api}/agents/${agent}/rehearsals`, {
            body: lane % 2 === 0 ? start : message,
            signal,
          }),
  };
}

/** Streams are opened past every limit, and held. */
function streaming(name: string, author: Person, api: string): Attack {
  return {
    name,
    lanes: 120,
    next: () => (signal) => author.ask(`${api}/changes`, { accept: "text/event-stream", signal }),
  };
}
