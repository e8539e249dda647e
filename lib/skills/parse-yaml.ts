import { type Document, parseDocument } from "yaml";

/** `"x"#y`: every reader of YAML 1.1 takes it for a value and its comment, so it is no mistake here. */
const closeComment = "Comments must be separated from other tokens by white space characters";

/**
 * The first document of a YAML 1.2, however wrong it is; repeated keys are the reader's to judge. Only for
 * what `findYamlExcess` lets through: nesting that exhausts the stack is one mistake among others.
 */
export function parseYaml(text: string, schema: "failsafe" | "core"): Document.Parsed {
  // A hostile text can make tens of thousands of errors; their stack traces would cost more than the parsing.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parseDocument(text, {
      schema,
      version: "1.2",
      uniqueKeys: false,
      keepSourceTokens: false,
      prettyErrors: false,
      logLevel: "error",
    });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The mistakes of a document that readers of frontmatter take for one. */
export const yamlErrors = ({ errors }: Document.Parsed): Document.Parsed["errors"] =>
  errors.filter(({ message }) => message !== closeComment);
