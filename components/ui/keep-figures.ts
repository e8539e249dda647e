const figure = /\b(?:exact )?p [=<] \d[\d.]*|\d %/gi;

/** A sentence whose figures stay whole where a line ends: "exact p = 0.5" and "20 %" read as one word each. */
export const keepFigures = (text: string): string =>
  text.replace(figure, (words) => words.replaceAll(" ", "\u00a0"));
