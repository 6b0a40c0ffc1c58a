// For servers of public routes alone: nobody is admitted.
import { AppError } from "../../../../shared/errors.ts";

const refuse = (): Promise<never> => Promise.reject(new AppError("UNAUTHENTICATED"));

export const NO_SESSIONS = { admitSession: refuse, admitCaller: refuse, readAgain: refuse } as const;
