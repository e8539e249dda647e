import type { LanguageModelV4Prompt } from "@ai-sdk/provider";

/** The prompt with every text that is not the model's own as `reword` gives it back. */
export const rewordPrompt = (
  prompt: LanguageModelV4Prompt,
  reword: (text: string) => string,
): LanguageModelV4Prompt =>
  prompt.map((message): LanguageModelV4Prompt[number] => {
    if (message.role === "system") return { ...message, content: reword(message.content) };
    if (message.role === "user")
      return {
        ...message,
        content: message.content.map((part) =>
          part.type === "text" ? { ...part, text: reword(part.text) } : part,
        ),
      };
    if (message.role !== "tool") return message;
    return {
      ...message,
      content: message.content.map((part) =>
        part.type === "tool-result" && part.output.type === "text"
          ? { ...part, output: { ...part.output, value: reword(part.output.value) } }
          : part,
      ),
    };
  });
