import { z } from "zod";
import type { ReportRow } from "../reports/read-suite-report";
import { addressOf, askedModelOf } from "./alike-runs";

type Answering = Pick<ReportRow, "agentSlug" | "agentName" | "modelId" | "modelName" | "modelKind" | "offer">;

/** With whose catalogue, and who chose. */
export const whoAnswered = ({ agentSlug, agentName, modelId, modelName, modelKind, offer }: Answering) => ({
  agent: { slug: agentSlug, name: agentName },
  model: {
    id: modelId,
    name: modelName,
    kind: z.enum(["rules", "recording", "live"]).parse(modelKind),
    address: addressOf({ offer }),
    asks: askedModelOf({ offer }),
  },
});

/** When a run ended, or began where it has not. */
export const endOf = ({ endedAt, createdAt }: Pick<ReportRow, "endedAt" | "createdAt">): string =>
  (endedAt ?? createdAt).toISOString();

/** Names of hosts by their ids. */
export const dialectsOf = (rows: readonly Pick<ReportRow, "dialects">[]): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap(({ dialects }) =>
      z
        .array(z.object({ id: z.string(), name: z.string() }))
        .parse(dialects)
        .map(({ id, name }) => [id, name] as const),
    ),
  );
