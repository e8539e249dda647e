import type { Metadata } from "next";
import { prefetchComparison } from "@/components/data/diff-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { ComparePage } from "@/components/skill/compare-page";
import { requireFound } from "@/components/skill/require-found";
import { serverClient } from "@/lib/api/server-client";

type CompareRouteProps = {
  params: Promise<{ workspace: string; name: string }>;
  searchParams: Promise<{ from?: string | string[]; to?: string | string[] }>;
};

export async function generateMetadata({ params }: CompareRouteProps): Promise<Metadata> {
  const { name } = await params;
  return { title: `Compare versions of ${decodeURIComponent(name)}` };
}

/** Without sides: the draft with what it started from. */
const sideOf = (asked: string | string[] | undefined, usual: string): string =>
  typeof asked === "string" && asked !== "" ? asked : usual;

export default async function CompareRoute({ params, searchParams }: CompareRouteProps) {
  const { workspace, name } = await params;
  const asked = await searchParams;
  const skill = decodeURIComponent(name);
  const from = sideOf(asked.from, "latest");
  const to = sideOf(asked.to, "draft");
  return (
    <Hydrated
      prefetch={(cache) => [
        requireFound(cache.fetchQuery(skillQuery(serverClient.library, workspace, skill))),
        prefetchComparison(cache, serverClient.library, { workspace, skill, from, to }),
      ]}
    >
      <ComparePage workspace={workspace} skill={skill} from={from} to={to} />
    </Hydrated>
  );
}
