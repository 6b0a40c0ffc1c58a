// A QR code as one path of squares, drawn here: nothing of what it says leaves the page. Its library is loaded with it.
import { useEffect, useState } from "preact/hooks";
import "./qr-code.css";

type Squares = readonly (readonly boolean[])[];

/** Squares of quiet around it (ISO/IEC 18004). */
const QUIET = 4;

async function squaresOf(text: string): Promise<Squares> {
  const { encodeQR } = await import("qr");
  return encodeQR(text, "raw", { ecc: "low", border: QUIET });
}

function pathOf(squares: Squares): string {
  return squares.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}

/** @param instead what to do where it cannot be drawn */
export function QrCode({ text, label, instead }: { text: string; label: string; instead: string }) {
  const [squares, setSquares] = useState<Squares | "failed">([]);
  useEffect(() => {
    let isWanted = true;
    const show = (drawn: Squares | "failed"): void => {
      if (isWanted) setSquares(drawn);
    };
    squaresOf(text).then(show, () => show("failed"));
    return () => {
      isWanted = false;
    };
  }, [text]);
  if (squares === "failed") return <p class="qr-code-missing">{instead}</p>;
  return (
    <div class="qr-code">
      {squares.length > 0 && (
        <svg
          viewBox={`0 0 ${squares.length} ${squares.length}`}
          role="img"
          aria-label={label}
          shape-rendering="crispEdges"
        >
          <path d={pathOf(squares)} />
        </svg>
      )}
    </div>
  );
}
