# syntax=docker/dockerfile:1
# A media node whose models run on NVIDIA cards, by CUDA 12 and cuDNN 9; the driver is the host's. Linux with x86-64.
# Built from the repository's root, upon the node for CPUs:
#   docker build -f deploy/docker/media-node.Dockerfile -t clipmill/media-node .
#   docker build -f deploy/docker/media-node-cuda.Dockerfile -t clipmill/media-node-cuda .
ARG MEDIA_NODE=clipmill/media-node
ARG CUDA_VERSION=12.9.1

FROM nvidia/cuda:${CUDA_VERSION}-cudnn-runtime-ubuntu24.04 AS cuda
# Of 2.5 GB what ONNX Runtime loads. They need nothing of Ubuntu's but an older glibc than Debian's.
RUN mkdir -p /cuda \
  && cp -a /usr/local/cuda/lib64/libcudart.so.12* /usr/local/cuda/lib64/libcublas.so.12* /usr/local/cuda/lib64/libcublasLt.so.12* \
    /usr/local/cuda/lib64/libcufft.so.11* /usr/local/cuda/lib64/libcurand.so.10* \
    /usr/local/cuda/lib64/libnvrtc*.so.12* /usr/lib/x86_64-linux-gnu/libcudnn*.so.9* /cuda/

# ONNX Runtime's own installer fetches its CUDA libraries from NuGet.
FROM ${MEDIA_NODE} AS provider
USER root
RUN node --import tsx deploy/gpu-setup.ts --install-only

FROM ${MEDIA_NODE}
COPY --from=cuda /cuda /usr/local/cuda/lib64
COPY --from=provider /app/node_modules/onnxruntime-node /app/node_modules/onnxruntime-node
# Decoding and encoding on cards need "video" beside what computing does.
ENV LD_LIBRARY_PATH=/usr/local/cuda/lib64 \
  NVIDIA_VISIBLE_DEVICES=all NVIDIA_DRIVER_CAPABILITIES=compute,utility,video
USER 65532:65532
