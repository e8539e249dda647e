"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, FileCode } from "lucide-react";
import { useState } from "react";
import { configurationFileQuery } from "@/components/data/configuration-queries";
import { saveFile } from "@/components/data/save-file";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import type { WrittenConfiguration } from "@/lib/declared/schema";
import { SettingsGroup } from "../settings-group";

/** What was set up by hand, as the file that says the same. */
export function ConfigurationFile() {
  const { slug } = useWorkspace();
  const missingRight = useBlockedFor("agents.edit");
  const [isWanted, setWanted] = useState(false);
  const file = useQuery({ ...configurationFileQuery(client.configuration, slug), enabled: isWanted });
  return (
    <SettingsGroup
      title="What is here, as a file"
      help="Sources, agents, policy and limits as they are now. Applied here it changes nothing; elsewhere it makes the same. It holds no secret."
    >
      {file.data ? (
        <Written written={file.data} />
      ) : (
        <div>
          <Button
            icon={FileCode}
            missingRight={missingRight}
            pending={isWanted && file.isFetching}
            onClick={() => (isWanted ? file.refetch() : setWanted(true))}
          >
            Show as YAML
          </Button>
        </div>
      )}
      <ErrorNotice error={file.error} title="The file could not be written" />
    </SettingsGroup>
  );
}

function Written({ written: { file, text, notes } }: { written: WrittenConfiguration }) {
  return (
    <>
      {notes.length > 0 ? (
        <Notice title="What it does not hold">
          <ul className="grid gap-1">
            {notes.map((note) => (
              <li key={note}>
                <ShownText text={note} />
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <CodeBlock text={text} label={file} wrap={false} className="max-h-[420px] min-w-0" />
      <div>
        <Button
          icon={Download}
          onClick={() => saveFile(file, new Blob([text], { type: "application/yaml" }))}
        >
          Download <ShownText text={file} />
        </Button>
      </div>
    </>
  );
}
