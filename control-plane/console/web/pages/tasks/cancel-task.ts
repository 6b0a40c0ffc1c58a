// What a person is asked before one of their tasks is cancelled.
import { post } from "../../api/request.ts";
import type { Confirmation } from "../../ui/dialog.tsx";
import { tell } from "../../ui/toast.tsx";
import { cancelText } from "./ending-words.ts";
import type { Task } from "./task-types.ts";

/** @param path of the task in the API */
export function cancellation(task: Task, path: string, onDone: () => void): Confirmation {
  return {
    title: "Cancel this task?",
    text: cancelText(task),
    verb: "Cancel the task",
    danger: true,
    act: async () => {
      await post(`${path}/cancel`);
      tell("The task is being cancelled.");
      onDone();
    },
  };
}
