"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import { ShownText } from "./shown-text";

const Markdown = lazy(() => import("./markdown").then((module) => ({ default: module.Markdown })));

/**
 * Markdown that came rendered with the page: its text stands at once, and the parser follows. Reached from another
 * page it is plain text for a moment, so it is not for lists that measure their rows.
 */
export function LaterMarkdown(props: ComponentProps<typeof Markdown>) {
  return (
    <Suspense
      fallback={
        <p className="whitespace-pre-wrap text-14 [overflow-wrap:anywhere]">
          <ShownText text={props.text} />
        </p>
      }
    >
      <Markdown {...props} />
    </Suspense>
  );
}
