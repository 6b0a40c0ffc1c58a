// A file that is dropped beside the area that takes it would take the page's place in the tab, with all that was filled in
// or is being sent. Text may be dropped, as into a field.

function refuse(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event;
  if (defaultPrevented || dataTransfer?.types.includes("Files") !== true) return;
  event.preventDefault();
  dataTransfer.dropEffect = "none";
}

/** Lets files be dropped only where something takes them. Called once. */
export function refuseDroppedFiles(): void {
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
}
