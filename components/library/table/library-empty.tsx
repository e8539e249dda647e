"use client";

import { FolderOpen, Plus, Terminal, Upload } from "lucide-react";
import { skillPath, skillsPath } from "@/components/data/skill-paths";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { TextButton, TextLink } from "@/components/ui/text-link";
import { useImportInput } from "../imports/import-drop";
import { useExamples } from "../use-examples";

type LibraryEmptyProps = { workspace: string; workspaceName: string; onNew: () => void };

/** A workspace without skills: what a skill is, three ways to get one, and one to look at. */
export function LibraryEmpty({ workspace, workspaceName, onNew }: LibraryEmptyProps) {
  const { chooseFiles, chooseFolder } = useImportInput();
  const blocked = useBlockedFor("library.edit");
  return (
    <EmptyState
      title={`No skills in ${workspaceName} yet`}
      action={
        <div className="grid w-full justify-items-start gap-6">
          <Button
            variant="primary"
            size="large"
            icon={Plus}
            shortcut="C"
            missingRight={blocked}
            onClick={onNew}
          >
            Write the first skill
          </Button>
          <div className="flex w-full items-start gap-3 rounded-3 border border-line-control border-dashed p-4">
            <Icon of={Upload} className="mt-0.5 text-ink-3" />
            <div className="text-ink-2">
              <p className="font-medium text-ink">Or drop what you have</p>
              <p className="text-ink-3">
                A folder, several .zip, .skill or .tar.gz files at once. You see every skill and its findings
                before anything is stored. Choose <TextButton onClick={chooseFiles}>files</TextButton> or{" "}
                <TextButton onClick={chooseFolder}>a folder</TextButton>.
              </p>
            </div>
          </div>
          <ul className="grid gap-2 text-ink-2">
            <li className="flex items-center gap-2">
              <Icon of={FolderOpen} className="text-ink-3" />
              <span>
                Put away earlier?{" "}
                <TextLink href={`${skillsPath(workspace)}?state=archived`}>Show archived skills</TextLink>
              </span>
            </li>
            <li className="flex items-center gap-2">
              <Icon of={Terminal} className="text-ink-3" />
              <span>
                From a program: the REST API, <code>/api/v1/openapi.json</code>
              </span>
            </li>
          </ul>
        </div>
      }
      example={<ExampleSkill workspace={workspace} />}
    >
      A skill is a folder with a SKILL.md: a name, a description that tells an agent when to use it, and
      instructions it loads only then.
    </EmptyState>
  );
}

/** An excerpt of the first example, and a button that brings all of them in with the agent that has them. */
function ExampleSkill({ workspace }: { workspace: string }) {
  const add = useExamples(workspace, ({ skills }) =>
    skillPath(workspace, skills.find((name) => name === "release-notes") ?? skills[0] ?? ""),
  );
  return (
    <section aria-label="Example">
      <div className="mb-2 flex min-h-7 items-center justify-between gap-2">
        <span className="font-medium font-mono text-12">release-notes/SKILL.md</span>
        <Button pending={add.isPending} onClick={() => add.mutate()}>
          Start from this example
        </Button>
      </div>
      <ExampleText />
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-ink-2">
        <dt className="font-medium text-ink">Metadata</dt>
        <dd>name and description, always in context</dd>
        <dt className="font-medium text-ink">Instructions</dt>
        <dd>the body, only on activation</dd>
        <dt className="font-medium text-ink">Resources</dt>
        <dd>other files, only when read</dd>
      </dl>
      <p className="mt-4 text-12 text-ink-3">
        Comes with two more skills and Release desk, an agent that has all three.
      </p>
    </section>
  );
}

function ExampleText() {
  const mark = (text: string) => <span className="text-sx-dim">{text}</span>;
  const key = (text: string) => <span className="text-sx-key">{text}</span>;
  return (
    <pre className="whitespace-pre-wrap rounded-2 border border-line bg-sunken px-4 py-3 text-13 text-sx-str leading-5 [overflow-wrap:anywhere]">
      {mark("---")}
      {"\n"}
      {key("name")}
      {mark(":")} release-notes{"\n"}
      {key("description")}
      {mark(":")} Groups merged changes by audience and writes release notes for customers and operators. Use
      when someone asks for release notes, a changelog, or what is new in a version.{"\n"}
      {mark("---")}
      {"\n\n"}
      <b className="font-semibold text-sx-head"># Release notes</b>
      {"\n\n"}
      Turn a list of merged changes into notes that the reader can act on.{"\n\n"}
      For tone and for words to avoid, read [the tone guide](
      <span className="text-sx-link">references/tone.md</span>).
    </pre>
  );
}
