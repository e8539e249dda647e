import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { versionQuery } from "@/components/data/skill-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { requireFound } from "@/components/skill/require-found";
import { VersionPage } from "@/components/skill/version-page";
import { serverClient } from "@/lib/api/server-client";

type VersionRouteProps = {
  params: Promise<{ workspace: string; name: string; number: string }>;
  searchParams: Promise<{ file?: string | string[] }>;
};

export async function generateMetadata({ params }: VersionRouteProps): Promise<Metadata> {
  const { name, number } = await params;
  return { title: `${decodeURIComponent(name)} v${number}` };
}

export default async function VersionRoute({ params, searchParams }: VersionRouteProps) {
  const { workspace, name, number: written } = await params;
  const { file } = await searchParams;
  const skill = decodeURIComponent(name);
  const number = /^[1-9]\d{0,8}$/.test(written) ? Number(written) : notFound();
  return (
    <Hydrated
      prefetch={(cache) => [
        requireFound(cache.fetchQuery(versionQuery(serverClient.library, workspace, skill, number))),
      ]}
    >
      <VersionPage
        workspace={workspace}
        skill={skill}
        number={number}
        initialPath={typeof file === "string" ? file : null}
      />
    </Hydrated>
  );
}
