// The name and the mark, which lead home.
import iconUrl from "../icon.svg";
import { hrefOf } from "./router.ts";
import "./brand.css";

export function Brand() {
  return (
    <a class="brand" href={hrefOf("/")}>
      <img src={iconUrl} width={24} height={24} alt="" />
      Clipmill
    </a>
  );
}
