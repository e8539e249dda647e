"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { conversationPath } from "@/components/data/playground-paths";
import { sessionKeys } from "@/components/data/session-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";

/** In the words of the server, which reads what gets past here. */
const refuse = (message: string) => new Error(`This recording does not open. ${message}`);
/** What the server takes: nothing larger is read into the page. */
const mostBytes = 16 * 1024 * 1024;

/** The file's content; throws in words that a person can act on. */
function parseFile(text: string, name: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refuse(`${name} is not a recording: it holds no object.`);
  return Object.fromEntries(Object.entries(value));
}

/** A run that was downloaded here or elsewhere becomes a conversation to read; nothing is run. */
export function OpenRecording() {
  const { slug: workspace } = useWorkspace();
  const router = useRouter();
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const open = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > mostBytes) throw refuse(`${file.name} has more than 16 MiB.`);
      const json = parseFile(await file.text(), file.name);
      return unwrap(
        client.recordings.workspaces[":workspace"].recordings.$post({ param: { workspace }, json }),
      );
    },
    meta: { silent: true },
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: sessionKeys.list(workspace) });
      router.push(conversationPath(workspace, id));
    },
    onError: (error) => toast.error(error.message),
  });
  const { mutate } = open;
  const take = useCallback(
    (input: HTMLInputElement) => {
      const file = input.files?.[0];
      if (!file) return;
      input.value = "";
      mutate(file);
    },
    [mutate],
  );
  useEffect(() => {
    // What was given before the page was taken over told nobody.
    if (field.current) take(field.current);
  }, [take]);
  return (
    <>
      <Button
        variant="ghost"
        icon={FolderOpen}
        pending={open.isPending}
        onClick={() => field.current?.click()}
        className="narrow:hidden"
      >
        Open a recording
      </Button>
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        aria-label="A recording"
        hidden
        onChange={({ target }) => take(target)}
      />
    </>
  );
}
