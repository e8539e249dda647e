import { MessageSquare } from "lucide-react";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { messageWords } from "../transcript/message-words";
import { WordList } from "../transcript/word-list";

type SuggestedMessagesProps = {
  agentName: string;
  messages: readonly string[];
  onChoose: (message: string) => void;
};

/** The start of a conversation: what it shows, and messages to begin with. */
export function SuggestedMessages({ agentName, messages, onChoose }: SuggestedMessagesProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-[640px] flex-col justify-end gap-4 px-4 py-6">
        <div>
          <h2 className="text-20 tracking-[-0.02em]">
            Rehearse with <ShownText text={agentName || "an agent"} />
          </h2>
          <p className="mt-1 max-w-[60ch] text-14 text-ink-2">
            Write what people would ask. You see which skills it is told about, which one it activates, what
            it reads, what it is refused, and every word it was sent.
          </p>
        </div>
        {messages.length > 0 ? (
          <section aria-label="Suggested messages">
            <h3 className="mb-1 text-12 font-normal text-ink-3">Suggested, in this order</h3>
            <ul className="border-line border-t">
              {messages.map((message) => (
                <li key={message} className="border-line border-b">
                  <button
                    type="button"
                    onClick={() => onChoose(message)}
                    className="grid min-h-9 w-full grid-cols-[20px_minmax(0,1fr)] items-start gap-2 px-1 py-2 text-left -outline-offset-2 hover:bg-hover"
                  >
                    <Icon of={MessageSquare} size={15} className="mt-0.5 text-ink-3" />
                    <span>
                      <WordList words={messageWords(message)} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </div>
  );
}
