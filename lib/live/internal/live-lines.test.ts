import { describe, expect, it } from "vitest";
import type { LiveExchange } from "@/lib/gateway/live-schema";
import { notUnderstood, type Reading } from "@/lib/hosts/exchange-reading-schema";
import type { ReadRow } from "../read-rows";
import { linesOf } from "./live-lines";

const exchange: LiveExchange = {
  id: "x",
  seq: 1,
  isSide: false,
  modelAsked: "m",
  modelId: "m",
  status: 200,
  ending: "whole",
  note: null,
  requestBytes: 1,
  answerBytes: 1,
  firstByteMs: 1,
  durationMs: 1,
  tokens: null,
  isEstimate: false,
  cost: null,
  baseSeq: null,
  sharedItems: 0,
  itemCount: 1,
  hasBody: true,
  reading: null,
  at: "2026-11-22T16:00:00.000Z",
};
const understood: Reading = {
  understood: true,
  host: null,
  version: null,
  messages: 1,
  chain: "",
  from: 0,
  rewrittenFrom: null,
  facts: [],
  answerFacts: [],
  isAnswered: true,
  finishReason: "",
};

const row = (seq: number, baseSeq: number | null = null, reading: Reading = understood): ReadRow => ({
  exchange: { ...exchange, seq, baseSeq },
  reading,
});
const seqsOf = (rows: readonly ReadRow[]) => linesOf(rows).map((line) => line.map((one) => one.exchange.seq));

describe("exchanges of one conversation are of one history", () => {
  it("when each goes on with the one before it", () => {
    expect(seqsOf([row(1), row(2, 1), row(3, 2)])).toEqual([[1, 2, 3]]);
    expect(seqsOf([row(1), row(3), row(7)])).toEqual([[1, 3, 7]]);
  });

  it("though a helper's stand between them", () => {
    const helper = { ...understood, rewrittenFrom: 4 };
    expect(seqsOf([row(1), row(2, 1), row(3, null, helper), row(4, 2), row(5, 3), row(6, 4)])).toEqual([
      [1, 2, 4, 6],
      [3, 5],
    ]);
  });

  it("not when the host begins anew, when nothing was understood, or when one goes on twice", () => {
    expect(seqsOf([row(1), row(2, null, { ...understood, rewrittenFrom: 1 }), row(3, 2)])).toEqual([
      [1],
      [2, 3],
    ]);
    expect(seqsOf([row(1), row(2, 1, notUnderstood), row(3, 1)])).toEqual([[1, 3], [2]]);
    expect(seqsOf([row(1), row(2, 1), row(3, 1), row(4, 3)])).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(seqsOf([])).toEqual([]);
  });

  it("and knows whether the answer before was read to its end", () => {
    const cut = { ...understood, isAnswered: false };
    const [line = []] = linesOf([row(1, null, cut), row(2, 1), row(3, 2)]);
    expect(line.map((one) => one.isAnsweredBefore)).toEqual([false, false, true]);
  });
});
