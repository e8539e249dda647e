"use client";

import type { MouseEvent } from "react";
import { LaterMarkdown } from "@/components/ui/later-markdown";
import { ShownText } from "@/components/ui/shown-text";
import type { SkillDetail } from "@/lib/library/skill-schema";
import { resolveLink } from "@/lib/skills/find-links";

type SkillInstructionsProps = {
  skill: SkillDetail;
  /** Shows a file of the package without loading the page again. */
  onFile: (path: string) => void;
};

/** The description, then SKILL.md as people read it; links to files of the package lead to the file. */
export function SkillInstructions({ skill, onFile }: SkillInstructionsProps) {
  const paths = new Set(skill.files.map((file) => file.path));
  const resolveHref = (href: string) => {
    const path = resolveLink("SKILL.md", href.replace(/[#?].*$/, ""));
    return path !== null && paths.has(path) ? fileAddress(path) : null;
  };
  const openFile = (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest("a") : null;
    const address = anchor?.getAttribute("href") ?? "";
    const path = address.startsWith("?") ? new URLSearchParams(address).get("file") : null;
    if (path === null || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onFile(path);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link arrives as a click
    <article onClick={openFile} className="mx-auto max-w-[760px] px-6 py-5 compact:px-4">
      <p className="mb-5 border-line border-b pb-5 text-14 text-ink-2">
        <ShownText text={skill.description} />
      </p>
      {skill.body.trim() === "" ? (
        <p className="text-ink-3">SKILL.md has no instructions yet.</p>
      ) : (
        <LaterMarkdown text={skill.body} resolveHref={resolveHref} />
      )}
    </article>
  );
}

/** This page, with the file open. */
export const fileAddress = (path: string): string => `?${new URLSearchParams({ view: "files", file: path })}`;
