import "server-only";
import type { Context } from "@/lib/access/context";
import { findDialect } from "@/lib/dialects/find-dialect";
import { getLiveExchange } from "@/lib/gateway/live-exchanges";
import { getLiveSession } from "@/lib/gateway/live-sessions";
import { compareSlots } from "@/lib/hosts/compare-shapes";
import { explain } from "@/lib/hosts/explain-difference";
import { hostScenario } from "@/lib/hosts/host-scenario";
import { isKnownHost, type KnownHost } from "@/lib/hosts/host-traffic";
import type { BothSides } from "@/lib/hosts/learn-wording";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import { dialectFolder, runDialect } from "@/lib/hosts/run-dialect";
import { type ShapeContext, shapeOf } from "@/lib/hosts/shape";
import { sha256 } from "@/lib/platform/crypto";
import type { Dialect } from "@/lib/runtime/dialect";
import { countTokens } from "@/lib/tokens/count-tokens";
import { listReadRows } from "../read-rows";
import { pinSkills } from "./pin-skills";

type Both =
  | { lacking: string }
  | { lacking: null; host: { id: KnownHost; version: string | null }; sides: BothSides };

/**
 * What a live host sent, and what its dialect sends for the same skills in the same versions, the same message and the
 * same calls. Says why not where the host has no dialect or its texts are not kept. `inWords` changes the dialect.
 */
export async function readBothSides(
  context: Context,
  {
    session,
    inWords = async (own) => own,
  }: { session: string; inWords?: (own: Dialect) => Promise<Dialect> },
): Promise<Both> {
  const live = await getLiveSession(context, { session });
  const { host, protocol } = live;
  const own = host === null || !isKnownHost(host) ? null : findDialect(host);
  if (host === null || !isKnownHost(host) || !own)
    return { lacking: "This host is not known here, so there is no dialect to compare it with." };
  const rows = (await listReadRows(context, session)).filter(({ exchange }) => exchange.hasBody);
  const begun = rows.findLastIndex(({ reading }) => reading.understood && reading.rewrittenFrom !== null);
  const history = rows.slice(Math.max(0, begun));
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last)
    return { lacking: "The texts of this session are not kept, so they cannot be compared." };
  const read = async (seq: number) =>
    readHostRequest(protocol, (await getLiveExchange(context, { session, seq })).request);
  const [opening, latest] = await Promise.all([read(first.exchange.seq), read(last.exchange.seq)]);
  if (!opening || !latest) return { lacking: "What the host sent is not understood." };
  const scenario = hostScenario(host, opening, latest);
  if (!scenario) return { lacking: "The host listed no skills, so there is nothing to compare." };
  const readings = rows.flatMap(({ reading }) => (reading.understood ? reading.facts : []));
  const pinned = await pinSkills(context, scenario.names, readings);
  if (pinned.skills.length === 0)
    return { lacking: "None of the skills that the host listed is of this workspace." };
  const { calls, asked, folder } = scenario;
  const seen = await runDialect(
    { id: host, marksErrors: protocol !== "responses", dialect: await inWords(own) },
    pinned,
    { ...scenario, countTokens, sha256 },
  );
  const names = pinned.skills.map(({ ref }) => ref.name);
  const shaped = (places: ShapeContext["places"]): ShapeContext => ({
    names,
    asked,
    sha256,
    places,
    skillTextPieces: pinned.skillTextPieces,
  });
  const tools = new Set(seen.tools.map(({ name }) => name));
  const slots = compareSlots(
    shapeOf(scenario.seen, shaped(folder === null ? [] : [["{skills}", folder]]), tools),
    shapeOf(seen, shaped([["{skills}", dialectFolder]]), tools),
    calls.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`),
  );
  return {
    lacking: null,
    host: { id: host, version: live.hostVersion },
    sides: {
      host: scenario.seen,
      dialect: seen,
      names,
      asked,
      skillTextPieces: pinned.skillTextPieces,
      folders: { host: folder, dialect: dialectFolder },
      slots: slots.map((slot) => ({
        ...slot,
        reason: slot.host === slot.dialect ? null : explain(host, slot, seen.defused),
      })),
    },
  };
}
