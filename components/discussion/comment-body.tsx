"use client";

import { LaterMarkdown } from "@/components/ui/later-markdown";
import type { Comment } from "@/lib/discussion/schema";
import { toMarkdown } from "./mention-text";

/** Shows what somebody wrote. HTML is told as text: every word that was said counts. */
export function CommentBody({ body, mentions }: Pick<Comment, "body" | "mentions">) {
  return (
    <LaterMarkdown
      text={toMarkdown(body, mentions)}
      headingLevel={4}
      htmlAsText
      className="text-13 [&_code]:text-12"
    />
  );
}
