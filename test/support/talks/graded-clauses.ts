// Clauses that editors graded as titles of clips, as numbers of words: what rating titles learns from, and is measured
// against. Whose words they are lies elsewhere, as with the marks of moments.
import { readFileSync } from "node:fs";

/** From what nobody would post to what an editor would take first. */
const CLAUSE_GRADES = ["refused", "so-so", "good", "best"] as const;
export type ClauseGrade = (typeof CLAUSE_GRADES)[number];

export interface GradedClause {
  /** By the numbers of the clip's words, the last one excluded. */
  readonly from: number;
  readonly to: number;
  readonly grade: ClauseGrade;
}

export interface GradedClip {
  readonly conversation: string;
  /** Its words by their numbers in the conversation, the last one excluded. */
  readonly firstWord: number;
  readonly endWord: number;
  readonly clauses: readonly GradedClause[];
}

interface StoredClip extends Omit<GradedClip, "clauses"> {
  /** The last number is what the rules made of it, for training. */
  readonly clauses: readonly (readonly [from: number, to: number, grade: number, rules: number])[];
}

const FILE = new URL("../../data/moments/titles.jsonl", import.meta.url);

function gradeOf(number: number): ClauseGrade {
  const grade = CLAUSE_GRADES[number];
  if (grade === undefined) throw new Error(`${number} is no grade of a clause.`);
  return grade;
}

function readClip(line: string): GradedClip {
  const { clauses, ...clip }: StoredClip = JSON.parse(line);
  return {
    ...clip,
    clauses: clauses.map(([from, to, grade]) => ({ from, to, grade: gradeOf(grade) })),
  };
}

/** The graded clips of some conversations. */
export function readGradedClips(conversations: ReadonlySet<string>): GradedClip[] {
  const lines = readFileSync(FILE, "utf8").trimEnd().split("\n");
  return lines.map(readClip).filter(({ conversation }) => conversations.has(conversation));
}
