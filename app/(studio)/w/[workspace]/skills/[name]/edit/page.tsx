import type { Metadata } from "next";
import { draftFileQuery, draftQuery, openedFile, skillQuery } from "@/components/data/skill-queries";
import { SkillEditor } from "@/components/editor/skill-editor";
import { Hydrated } from "@/components/layout/hydrated";
import { requireFound } from "@/components/skill/require-found";
import { serverClient } from "@/lib/api/server-client";

type EditPageProps = {
  params: Promise<{ workspace: string; name: string }>;
  searchParams: Promise<{ file?: string | string[] }>;
};

export async function generateMetadata({ params }: EditPageProps): Promise<Metadata> {
  const { name } = await params;
  return { title: `Edit ${decodeURIComponent(name)}` };
}

export default async function EditPage({ params, searchParams }: EditPageProps) {
  const { workspace, name } = await params;
  const { file } = await searchParams;
  const skill = decodeURIComponent(name);
  const initialPath = typeof file === "string" ? file : null;
  return (
    <Hydrated
      prefetch={(cache) => [
        requireFound(cache.fetchQuery(draftQuery(serverClient.library, workspace, skill))).then((draft) => {
          const opened = draft && openedFile(draft, initialPath);
          return opened
            ? cache.prefetchQuery(draftFileQuery(serverClient.library, workspace, skill, opened))
            : undefined;
        }),
        cache.prefetchQuery(skillQuery(serverClient.library, workspace, skill)),
      ]}
    >
      <SkillEditor workspace={workspace} skill={skill} initialPath={initialPath} />
    </Hydrated>
  );
}
