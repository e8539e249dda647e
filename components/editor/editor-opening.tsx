import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { skillCrumbs } from "@/components/library/skill-crumbs";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { PlainText } from "./monaco/plain-text";

type EditorOpeningProps = { workspace: string; skill: string; path: string; text: string };

/** What the server can draw of the editor: the text that is opened, where it will stand. */
export function EditorOpening({ workspace, skill, path, text }: EditorOpeningProps) {
  return (
    <Page
      top={<TopLine crumbs={skillCrumbs(workspace, skill)} title="Edit" />}
      foot={<div className="h-status border-line border-t" />}
    >
      <div className="grid min-h-0 flex-1 grid-cols-[232px_minmax(0,1fr)_400px] compact:grid-cols-1 narrow:grid-cols-[168px_minmax(0,1fr)_280px]">
        <div className="border-line border-r compact:hidden">
          <SkeletonRows label="Opening the editor" />
        </div>
        <section aria-label={`Opening ${path}`} className="flex min-h-0 flex-col">
          <div className="flex h-10 flex-none items-center border-line border-b px-3 font-mono text-12">
            <ShownText text={path} />
          </div>
          <PlainText text={text} />
        </section>
        <div className="border-line border-l compact:hidden" />
      </div>
    </Page>
  );
}
