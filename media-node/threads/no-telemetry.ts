// ONNX Runtime's builds report usage to Microsoft, and leave files of that in the temporary folder and the home folder,
// unless this variable is set before the library is loaded. An appliance whose users may not send their footage to a
// cloud sends nothing at all. Import this before onnxruntime-node, and wherever threads are started: a thread has a copy
// of the environment, which the library does not read.
process.env.ORT_DISABLE_TELEMETRY = "1";
